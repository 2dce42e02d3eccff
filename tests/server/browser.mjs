// The browser's side of web push, for test_told.py: a JSON object in, one out.
// {"make":true} makes keys; {"keys","body"} opens a message (RFC 8291);
// {"token","public"} checks a signature (RFC 8292) and gives its claims.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const bytes = (text) => Buffer.from(text, "base64url");
const asked = JSON.parse(readFileSync(0, "utf-8"));

function make() {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const text = (buffer) => buffer.toString("base64url");
  return { private: text(own.getPrivateKey()), p256dh: text(own.getPublicKey()), auth: text(randomBytes(16)) };
}

function open({ keys, body }) {
  const sealed = bytes(body);
  const salt = sealed.subarray(0, 16);
  const end = 21 + sealed[20];
  const other = sealed.subarray(21, end);
  const own = createECDH("prime256v1");
  own.setPrivateKey(bytes(keys.private));
  const derive = (secret, salt, info, length) => Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), other]);
  const ikm = derive(own.computeSecret(other), bytes(keys.auth), info, 32);
  const key = derive(ikm, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(ikm, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(end, -16)), cipher.final()]);
  if (text.at(-1) !== 2) throw new Error("not the last record");
  return JSON.parse(text.subarray(0, -1).toString());
}

function check({ token, public: point }) {
  const [head, claims, signature] = token.split(".");
  const raw = bytes(point);
  const jwk = { kty: "EC", crv: "P-256", x: raw.subarray(1, 33).toString("base64url"), y: raw.subarray(33).toString("base64url") };
  const key = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), key, bytes(signature))) throw new Error("signature");
  return JSON.parse(bytes(claims).toString());
}

console.log(JSON.stringify(asked.make ? make() : asked.token ? check(asked) : open(asked)));
