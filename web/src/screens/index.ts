// The screens besides home, loaded when they are opened. Each gets the rest of
// its address as `args`.
import type { Component } from "svelte";

type Screen = Component<any>; // some have no use for `args`

export const SCREENS: Record<string, () => Promise<{ default: Screen }>> = {
  setup: () => import("./Setup.svelte"),
  play: () => import("./Play.svelte"),
  shared: () => import("./Shared.svelte"),
  match: () => import("./Match.svelte"),
  rules: () => import("./Rules.svelte"),
  settings: () => import("./Settings.svelte"),
  friends: () => import("./Friends.svelte"),
  lobby: () => import("./Lobby.svelte"),
  notices: () => import("./Notices.svelte"),
  stop: () => import("./Stop.svelte"),
  t: () => import("./Online.svelte"),
  replay: () => import("./Replay.svelte"),
  reset: () => import("./Reset.svelte"),
  credits: () => import("./Credits.svelte"),
};
