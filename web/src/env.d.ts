/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:words/*" {
  const words: Record<string, string>;
  export default words;
}

declare module "virtual:tables/*" {
  const texts: Record<string, string>;
  export default texts;
}

declare module "virtual:icon/*" {
  const path: string;
  export default path;
}

declare module "virtual:icons" {
  const icons: { name: string; author: string }[];
  export default icons;
}
