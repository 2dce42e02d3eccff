import type { GameMeta } from "..";
import Poster from "./Poster.svelte";
import "./theme.css";

// Missions are secret; only giving one back shows them among the choices.
const meta: GameMeta = { place: 1, bots: 3, Poster, peeks: (phase) => phase !== "return" };

export default meta;
