/** Share, save, copy: the scene from its start, or as it is now. */

import { Kind } from "carom";
import { copied, download, fileName } from "../clipboard";
import { button, byId, dialogHead, make, say } from "../dom";
import type { Detection } from "../engine/protocol";
import type { RunFile } from "../engine/run_files";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import type { Capture } from "../stage/capture";
import { commandLine, program } from "./copies";
import { ClassForm } from "./class_form";
import { toFragment } from "./link";
import { wishText } from "./wishes";
import { withSettings } from "./scene_file";
import type { SceneFile } from "./scene_file";
import { SHIPPED, titled } from "./shipped";
import { words } from "../words";

function ownDetection(scene: string): Detection {
  return (JSON.parse(scene) as SceneFile).world?.detection ?? "swept";
}

export class ShareDialog {
  private readonly dialog = byId<HTMLDialogElement>("share-dialog");
  private readonly area = make("textarea", {
    id: "share-text",
    readonly: "",
    "aria-label": words.share.area,
    spellcheck: "false",
  });
  private readonly moment = make("input", { type: "checkbox", id: "share-moment" });
  private readonly form = new ClassForm();
  /** In links, in place of this page's own address where that is this machine's. */
  private readonly hosted = make("input", { id: "hosted", type: "url", placeholder: "https://…", autocomplete: "off" });
  private readonly told = make("p", { class: "legend", role: "status" });

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly capture: Capture,
    openFile: () => void,
  ) {
    const { dialog } = this;
    const copy = (id: string, label: string, text: () => Promise<string>) =>
      button(label, () => void text().then((made) => this.copy(made), (error: Error) => this.tell(error.message)), { id });
    dialog.append(
      dialogHead(dialog, "share-title", words.share.title),
      make("label", {}, this.moment, ` ${words.share.moment}`),
      make(
        "div",
        { class: "row" },
        copy("copy-link", words.share.link, () => this.link()),
        copy("copy-command", words.share.command, () => this.command()),
        copy("copy-cpp", words.share.cpp, async () => program(await this.asPlayed(), this.until())),
        button(words.share.save, () => void this.save(), { id: "save" }),
        button(words.share.picture, () => void this.savePicture(), { id: "save-picture" }),
        button(words.share.svg, () => this.saveSvg(), { id: "save-svg" }),
        button(words.share.film, () => this.film(), { id: "film" }),
        button(words.share.hits, () => void this.saveRun("events", "jsonl"), { id: "save-hits" }),
        button(words.share.series, () => void this.saveRun("series", "csv"), { id: "save-series" }),
        button(words.share.trajectory, () => void this.saveRun("trajectory", "csv"), { id: "save-trajectory" }),
        button(words.share.sums, () => this.saveSums(), { id: "save-sums" }),
        button(words.openFile, () => {
          dialog.close();
          openFile();
        }),
      ),
      this.told,
      this.area,
      this.form.element,
      make("label", { class: "hosted" }, words.share.hosted, this.hosted),
    );
    this.hosted.value = kept();
    this.hosted.addEventListener("change", () => keep(this.hosted.value));
    byId("filming").addEventListener("click", () => {
      this.capture.end();
      byId("filming").hidden = true;
    });
    byId("share").addEventListener("click", () => {
      this.area.value = this.told.textContent = "";
      dialog.showModal();
    });
  }

  private scene(): Promise<string> {
    return this.moment.checked ? this.player.client.ask("moment", {}) : Promise.resolve(this.player.scene);
  }

  /** With the detection that was chosen on the page. */
  private async asPlayed(): Promise<string> {
    const scene = await this.scene();
    const { detection } = this.player.lanes[0]!.frame;
    return detection === ownDetection(scene) ? scene : withSettings(scene, { detection });
  }

  private until(): number {
    return this.player.shown > this.player.opened.start && !this.moment.checked ? this.player.shown : this.player.end;
  }

  private async link(): Promise<string> {
    const address = new URL(isLocal() && this.hosted.value !== "" ? this.hosted.value : location.href);
    address.search = "";
    address.hash = `s=${await toFragment(await this.asPlayed())}${await wishText(this.form.wishes)}`;
    return address.href;
  }

  private async command(): Promise<string> {
    const scene = await this.scene();
    const shipped = SHIPPED.find(({ text }) => text === scene)?.id;
    return commandLine(scene, shipped, this.player.lanes[0]!.frame.detection, ownDetection(scene), this.until());
  }

  private async save(): Promise<void> {
    download(fileName(this.player.opened.name, "json"), await this.asPlayed(), "application/json");
  }

  private async savePicture(): Promise<void> {
    download(fileName(this.player.opened.name, "png"), await this.capture.picture(), "image/png");
  }

  private saveSvg(): void {
    const { lanes, opened } = this.player;
    const { name } = titled(opened);
    download(fileName(opened.name, "svg"), this.stage.svg(lanes[0]!, opened.settings, name), "image/svg+xml");
  }

  /** Until the button that then stands on the stage is pressed. */
  private film(): void {
    const { name } = this.player.opened;
    const began = this.capture.begin((film) => download(fileName(name, "webm"), film, "video/webm"));
    if (!began) return this.tell(words.share.noFilm);
    this.dialog.close();
    byId("filming").hidden = false;
  }

  /** What `carom run` writes, up to the time shown. */
  private async saveRun(what: RunFile, ending: "csv" | "jsonl"): Promise<void> {
    // Where the centre of mass of another shape is within a step only the program knows.
    const round = this.player.lanes[0]!.cast.kind.every((kind) => kind === Kind.circle);
    if (what === "trajectory" && !round) return this.tell(words.share.onlyDiscs);
    const ask = { what, scene: await this.asPlayed(), until: this.until() };
    const text = await this.player.client.ask("file", ask).catch((error: Error) => void this.tell(error.message));
    if (text === undefined) return;
    const name = what === "events" ? this.player.opened.name : `${this.player.opened.name} ${what}`;
    download(fileName(name, ending), text, ending === "csv" ? "text/csv" : "application/jsonl");
  }

  /** What is plotted: at the ends of steps, and around hits. */
  private saveSums(): void {
    const [t, kinetic, potential, px, py] = this.player.lanes[0]!.sums.columns;
    const rows = t.map((time, k) => [time, kinetic![k], potential![k], px![k], py![k]].join(","));
    const text = `${["t,kinetic,potential,px,py", ...rows].join("\n")}\n`;
    download(fileName(this.player.opened.name, "csv"), text, "text/csv");
  }

  /** Where the clipboard is not allowed, the text stands there, selected. */
  private async copy(text: string): Promise<void> {
    this.area.value = text;
    this.area.select();
    this.told.textContent = (await copied(text)) ? words.copied : words.share.press;
    if (text.startsWith("http") && new URL(text).origin === location.origin && isLocal())
      this.told.textContent += ` ${words.share.local}`;
    say(this.told.textContent);
  }

  private tell(message: string): void {
    this.told.textContent = message;
    say(message);
  }
}

/** Served on this machine alone, as `carom play` does, or from disk. */
function isLocal(): boolean {
  return location.protocol === "file:" || ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

const HOSTED = "carom.hosted";

function kept(): string {
  try {
    return localStorage.getItem(HOSTED) ?? "";
  } catch {
    return "";
  }
}

function keep(address: string): void {
  try {
    localStorage.setItem(HOSTED, address);
  } catch {
    // No storage: it stands in the field as long as the page.
  }
}
