import { invalidOption } from "../core/errors.ts";
import type { Space } from "../core/store.ts";

/** Longer names are data. */
const LONGEST = 200;
/** What the names of Sherd's own workspaces begin with. */
export const OWN = "\u0001";

/** Any text but control characters, which Sherd's own begin with, and lone surrogates: two such names would be one. */
export function checkWorkspace(name: unknown): string {
  const isName =
    typeof name === "string" &&
    name !== "" &&
    name.length <= LONGEST &&
    name.isWellFormed() &&
    !/[\u0000-\u001f\u007f]/.test(name);
  if (!isName)
    invalidOption(
      "workspace",
      name,
      `a name of 1 to ${LONGEST} characters without control characters or lone surrogates`,
    );
  return name;
}

export function documentsOf(workspace: string): Space {
  return { workspace, collection: "documents" };
}

/** Where a workspace's next state is made while the present one is searched. */
export function nextOf({ workspace, collection }: Space, purpose: "reembed" | "nothing"): Space {
  return { workspace: `${OWN}${purpose}:${workspace}`, collection };
}

export function isOwn(workspace: string): boolean {
  return workspace.startsWith(OWN);
}
