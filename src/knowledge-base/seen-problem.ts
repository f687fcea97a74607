import type { Problem, Space } from "../core/store.ts";
import { isOwn, nextOf } from "./workspace-name.ts";

/** A problem as one workspace may see it: of another's it learns that there is one, not what it holds. */
export function seenProblem(space: Space, problem: Problem): Problem {
  const { kind, workspace, document, repaired } = problem;
  const isFileWide = workspace === undefined && document === undefined;
  const isVisible = workspace === space.workspace || workspace === nextOf(space, "reembed").workspace;
  if (isFileWide || isVisible) return problem;
  if (workspace === undefined || isOwn(workspace))
    return { kind, message: "What no search of this workspace reads is damaged.", repaired };
  const message = `Workspace ${JSON.stringify(workspace)} is damaged; verify it to see where.`;
  return { kind, message, workspace, repaired };
}
