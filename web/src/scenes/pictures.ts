/** Where the picture of a scene is. */
export function pictureOf(id: string, shade: string): string {
  return `./pictures/${id}-${shade}.webp`;
}
