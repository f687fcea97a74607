import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Property tests run hundreds of cases each; none is a timing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: { provider: "v8", include: ["src/**"] },
  },
});
