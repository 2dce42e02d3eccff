// How a person is told that it is their turn (docs/protocol.md, "Being told").
import { settings } from "../lib/settings.svelte";
import { api } from "./api";

export const WHATS = ["turn", "clock", "start", "invite", "over"] as const;
export type What = (typeof WHATS)[number];
export const KINDS = ["push", "mail", "hook", "feed"] as const;
export type Kind = (typeof KINDS)[number];

export interface Channel {
  id: string;
  kind: Kind;
  table: string | null;
  label: string;
  address: string | null;
  what: What[];
  quiet: { from: number; to: number } | null;
  confirmed: boolean;
  sent_at: number | null;
}

export interface Notices {
  account: boolean;
  mail: boolean;
  key: string | null;
  channels: Channel[];
}

// Minutes that the day here is ahead of UTC.
const zone = (): number => -new Date().getTimezoneOffset();

export const load = (): Promise<Notices> => api<Notices>("GET", "notices");
export const remove = (id: string): Promise<unknown> => api("DELETE", `notices/${id}`, {});
export const removeAll = (): Promise<unknown> => api("DELETE", "notices", {});
export const test = (id: string): Promise<unknown> => api("POST", `notices/${id}/test`, {});
export const confirm = (secret: string): Promise<unknown> => api("POST", "notices/confirm", { secret });

export function change(id: string, fields: Partial<Pick<Channel, "what" | "quiet">>): Promise<unknown> {
  return api("PATCH", `notices/${id}`, { ...fields, ...("quiet" in fields ? { zone: zone() } : {}) });
}

export interface Added {
  channel: Channel;
  secret?: string; // of a webhook
  url?: string; // of a feed
}

export function add(kind: Kind, fields: Record<string, unknown>, table?: string): Promise<Added> {
  return api<Added>("POST", "notices", { kind, ...fields, language: settings.lang, zone: zone(), ...(table ? { table } : {}) });
}

// Why this browser can't take push messages; null: it can.
export type Hurdle = "insecure" | "home" | "none" | "denied";
export function hurdle(): Hurdle | null {
  if (!window.isSecureContext) return "insecure";
  if ("PushManager" in window && "serviceWorker" in navigator) return Notification.permission === "denied" ? "denied" : null;
  // Apple offers push to pages on the home screen alone.
  return isApple() && !isInstalled() ? "home" : "none";
}

export const isApple = (): boolean => /iPad|iPhone|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
const isInstalled = (): boolean => window.matchMedia("(display-mode: standalone)").matches;

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

// The name of this browser, as people know it.
function browserName(): string {
  const agent = navigator.userAgent;
  const name = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((word) => agent.includes(`${word}/`)) ?? "";
  const system = /Android|iPhone|iPad|Windows|Mac|Linux/.exec(agent)?.[0] ?? "";
  return [{ Edg: "Edge", OPR: "Opera" }[name] ?? name, system].filter(Boolean).join(", ");
}

// Asks the browser, and tells the server where it can be reached.
export async function addPush(key: string, table?: string): Promise<Added | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && !sameKey(old, key)) await old.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = subscription.toJSON();
  return add("push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, label: browserName() }, table);
}

function sameKey(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  return !!own && String.fromCharCode(...new Uint8Array(own)) === String.fromCharCode(...bytes(key));
}

// While the page is open in a tab that isn't looked at, the tab itself tells.
export function tellHere(title: string, body: string): void {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, icon: "/icon-192.png", tag: location.pathname });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Phones want a service worker for it: push reaches them.
  }
}
