/** carom.wasm, compressed by gzip, as text. scripts/build npm writes it into the package in place of this. */
export const ENGINE: string = "";
