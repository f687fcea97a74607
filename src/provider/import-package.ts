import { SherdError } from "../core/errors.ts";

/**
 * An optional package, loaded when it is first needed. The name is not written inside `import()`, so that a
 * bundler does not demand packages that are not installed.
 */
export async function importPackage<T>(
  name: string,
  neededFor: string,
  install: readonly string[],
): Promise<T> {
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as T;
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    const command = `npm i ${install.join(" ")}`;
    throw new SherdError(
      "PACKAGE_MISSING",
      `${neededFor} needs the package ${name}, which is not installed. Run: ${command}`,
      { package: name, command },
    );
  }
}

/** Not found itself, rather than something that it imports. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const notFound = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return notFound && String(message).includes(`'${name}'`);
}
