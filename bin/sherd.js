#!/usr/bin/env node
// Old syntax on purpose: this file must run on any Node to be able to say which one is needed.
var required = [22, 13];
var parts = process.versions.node.split(".").map(Number);
if (parts[0] < required[0] || (parts[0] === required[0] && parts[1] < required[1])) {
  console.error(
    "sherd needs Node " +
      required.join(".") +
      " or newer; this is Node " +
      process.versions.node +
      ".\n" +
      "Install a newer Node. In the repository, `npm ci` brings one along: run npm scripts or npx there.",
  );
  process.exit(1);
}
import("../dist/cli/main.js").catch((error) => {
  if (error.code === "ERR_MODULE_NOT_FOUND" && /dist[\\/]cli[\\/]main\.js' imported/.test(error.message)) {
    console.error("sherd is not built yet: run `npm run build`.");
  } else {
    console.error(error);
  }
  process.exit(1);
});
