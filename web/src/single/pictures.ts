/** In a page that is one file: the pictures as addresses that hold them. */
const folder = "../../public/pictures";
const files = import.meta.glob<string>("../../public/pictures/*.webp", { query: "?inline", import: "default", eager: true });

export function pictureOf(id: string, shade: string): string {
  return files[`${folder}/${id}-${shade}.webp`] ?? "";
}
