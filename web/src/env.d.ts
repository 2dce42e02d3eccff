/// <reference types="svelte" />
/// <reference types="vite/client" />

// English first, which is what servers speak.
declare module "virtual:languages" {
  const languages: {
    id: string;
    name: string; // in itself
    texts(): Promise<import("./text/en").Texts>; // the page's own
    words(): Promise<Record<string, string>>; // of the catalogues
  }[];
  export default languages;
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
