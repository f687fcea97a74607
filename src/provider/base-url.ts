import { SherdError } from "../core/errors.ts";

/**
 * An address to send requests to. A name, password or query in it is refused without repeating it: they may be
 * secrets, and addresses get into ids and messages.
 */
export function checkBaseUrl(option: string, value: string): string {
  const expected = "an http or https address without user name, password, query or fragment";
  const url = URL.parse(value);
  const plain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "";
  if (!plain) {
    throw new SherdError("INVALID_OPTION", `${option} must be ${expected}; give keys as apiKey.`, {
      option,
      expected,
    });
  }
  return value.replace(/\/$/, "");
}
