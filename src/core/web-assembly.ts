/** The slice of WebAssembly that is used here. Its types otherwise come with those of a browser. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WasmModule {
  readonly kind?: "module";
}

interface WasmGlobal {
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** Undefined where the engine has none, so that every use of it throws. */
export const { WebAssembly } = globalThis as unknown as { WebAssembly: WasmGlobal };

/**
 * The functions `T` of a module in base64 that works on a memory. Throws where the engine does not know its
 * instructions.
 */
export function instantiate<T>(module: string, memory: WasmMemory): T {
  const bytes = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return exports as T;
}
