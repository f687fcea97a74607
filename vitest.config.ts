import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Property tests run hundreds of cases each; none is a timing.
    // Many tests wait for processes of their own: a worker for every core, not one less.
    maxWorkers: "100%",
    // The program is started from its sources some hundred times: compiled once, it starts in half the time.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "sherd-compile-cache") },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: { provider: "v8", include: ["src/**"] },
  },
});
