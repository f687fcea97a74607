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

export const { WebAssembly } = globalThis as unknown as { WebAssembly: WasmGlobal };
