/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:words/*" {
  const words: Record<string, string>;
  export default words;
}

declare module "virtual:icon/*" {
  const body: string;
  export default body;
}

declare module "virtual:icons" {
  const icons: { name: string; author: string }[];
  export default icons;
}
