export type FaultKind =
  /** Not reached, timed out, or an error on the other side: it may pass. */
  | "unavailable"
  /** Too many calls: it passes with time. */
  | "rate-limit"
  /** The account's quota or credit is used up: it does not pass by waiting. */
  | "quota"
  /** The request is too large; halves of it may not be. */
  | "too-large"
  /** Something in the request is not accepted; a part of it may be. */
  | "rejected"
  /** The key, the model or the address is wrong, or anything else that no retry mends. */
  | "refused"
  /** The answer is not what was asked for. */
  | "invalid";

export interface FaultDetails {
  readonly status?: number | undefined;
  /** When the provider asks to be called again (milliseconds since 1970). */
  readonly notBefore?: number | undefined;
  /** False where what is wrong with an answer cannot depend on the texts sent. */
  readonly dependsOnTexts?: boolean | undefined;
}

/** One failed call to a provider, as the retry loop and the batches see it. Its message holds no key. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
  readonly kind: FaultKind;
  readonly status: number | undefined;
  readonly notBefore: number | undefined;
  readonly dependsOnTexts: boolean;

  constructor(kind: FaultKind, message: string, details: FaultDetails = {}) {
    super(message);
    this.kind = kind;
    this.status = details.status;
    this.notBefore = details.notBefore;
    this.dependsOnTexts = details.dependsOnTexts ?? true;
  }
}
