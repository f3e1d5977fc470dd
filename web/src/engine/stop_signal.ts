/**
 * How the page ends a step in the middle, which keeps the worker from hearing of it: the worker asks every now and then for
 * an address that the page takes back. Where a worker may not ask (a page from disk) nothing is ever heard.
 */

const ASK_EVERY = 80; // milliseconds; asking takes about one

/** The page's side: addresses that stand as long as nobody wants to stop. */
export class StopFlag {
  private standing = StopFlag.make();

  get url(): string {
    return this.standing;
  }

  /** All that has been asked with the address so far is to end; what comes has another one. */
  raise(): void {
    URL.revokeObjectURL(this.standing);
    this.standing = StopFlag.make();
  }

  private static make(): string {
    return URL.createObjectURL(new Blob([]));
  }
}

/** The worker's side. */
export class StopSignal {
  private url = "";
  private stands = false;
  private asked = 0;
  private quiet = 0;

  /** From now on this address counts. */
  watch(url: string): void {
    if (url === this.url) return;
    this.url = url;
    this.stands = there(url);
  }

  /** Whether the address has been taken back. */
  get raised(): boolean {
    const now = performance.now();
    if (!this.stands || this.quiet > 0 || now < this.asked + ASK_EVERY) return false;
    const stands = there(this.url);
    this.asked = performance.now();
    return !stands;
  }

  /** Does something that is not to be ended in the middle. */
  hold<T>(work: () => T): T {
    ++this.quiet;
    try {
      return work();
    } finally {
      --this.quiet;
    }
  }
}

function there(url: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}
