/** Something that worked, or what went wrong: for calls that never throw. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value; readonly error?: undefined }
  | { readonly ok: false; readonly error: Failure; readonly value?: undefined };
