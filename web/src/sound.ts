/** A clink for every hit: louder with the impulse, higher for small bodies. Off until it is asked for. */

import { byId } from "./dom";
import type { LaneView } from "./engine/lane_view";
import { after } from "./engine/times";
import type { Player } from "./player";
import { words } from "./words";

const MOST_AT_ONCE = 8;

/** What a clink is like: an impulse as large as the loudest is loudest, a small body among others is high. */
export function clink(
  impulse: number,
  loudest: number,
  size: number,
  typical: number,
): { pitch: number; volume: number } {
  const pitch = 900 * Math.min(4, Math.max(0.2, (size / typical) ** -0.7 || 1));
  return { pitch, volume: 0.2 * (impulse / loudest) ** 0.6 };
}

export class Sound {
  private context: AudioContext | undefined;
  private on = false;
  private loudest = 0;
  /** Up to this time everything has been heard. */
  private heard = 0;

  constructor(player: Player) {
    byId("sound").textContent = words.soundOff;
    byId("sound").addEventListener("click", () => this.toggle());
    player.onOpened.listen(() => (this.loudest = 0));
    player.onFrame.listen(() => {
      const lane = player.lanes[0]!;
      const [from, to] = [this.heard, lane.frame.shown];
      this.heard = to;
      if (!this.on || !player.playing || to <= from) return;
      this.clinks(lane, from, to);
      const named = lane.sounds.filter(({ t }) => t > from && t <= to).map(({ name }) => name);
      for (const name of new Set(named)) this.named(name);
    });
  }

  toggle(): void {
    this.on = !this.on;
    this.context ??= new AudioContext();
    void (this.on ? this.context.resume() : this.context.suspend());
    const control = byId("sound");
    control.setAttribute("aria-pressed", String(this.on));
    control.textContent = this.on ? words.soundOn : words.soundOff;
  }

  /** The strongest of what was hit between the two times. */
  private clinks(lane: LaneView, from: number, to: number): void {
    const { t, a, b, impulse, count } = lane.hits.columns;
    const [first, end] = [after(t, count, from), after(t, count, to)];
    const order = Array.from({ length: end - first }, (_, k) => first + k).sort((k, l) => impulse[l]! - impulse[k]!);
    const typical = typicalSize(lane);
    for (const k of order.slice(0, MOST_AT_ONCE)) {
      if (!(impulse[k]! > 0)) continue;
      this.loudest = Math.max(this.loudest * 0.999, impulse[k]!);
      const sizes = [a[k]!, b[k]!].map((serial) => lane.cast.radius[lane.place.get(serial) ?? -1] ?? Infinity);
      const { pitch, volume } = clink(impulse[k]!, this.loudest, Math.min(...sizes), typical);
      this.ring(pitch, volume, 0.12, "sine", Math.random() * 0.012);
    }
  }

  private named(name: string): void {
    if (name === "explosion") {
      this.noise(0.9, 420);
    } else if (name === "magic") {
      [659, 784, 988, 1319].forEach((pitch, k) => this.ring(pitch, 0.08, 0.5, "triangle", 0.07 * k));
    } else if (name !== "clink") {
      let sum = 0;
      for (const letter of name) sum = (31 * sum + letter.charCodeAt(0)) % 24;
      this.ring(220 * 2 ** (sum / 12), 0.12, 0.3, "triangle", 0);
    }
  }

  private ring(pitch: number, volume: number, seconds: number, type: OscillatorType, delay: number): void {
    const context = this.context!;
    const begin = context.currentTime + delay;
    const [tone, gain] = [new OscillatorNode(context, { type, frequency: pitch }), new GainNode(context, { gain: 0 })];
    gain.gain.setValueAtTime(volume, begin);
    gain.gain.exponentialRampToValueAtTime(1e-4, begin + seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + seconds);
  }

  private noise(seconds: number, pitch: number): void {
    const context = this.context!;
    const buffer = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let k = 0; k < data.length; ++k) data[k] = (2 * Math.random() - 1) * (1 - k / data.length) ** 3;
    const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: pitch });
    const source = new AudioBufferSourceNode(context, { buffer });
    source
      .connect(filter)
      .connect(new GainNode(context, { gain: 0.6 }))
      .connect(context.destination);
    source.start();
  }
}

function typicalSize({ cast }: LaneView): number {
  const sizes = [...cast.radius].filter(Number.isFinite).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] || 1;
}
