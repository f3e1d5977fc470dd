declare module "world.wasm?url" {
  const url: string;
  export default url;
}
