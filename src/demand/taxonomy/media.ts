import type { CreativeType } from '../creatives/creative';
import type { TargetingOptions } from './targeting-options';

/** Creatives that a medium takes: a type, its MIME types and the scopes it must have exactly. */
export interface Format {
  readonly type: CreativeType;
  readonly mimes: readonly string[];
  readonly scopes: readonly string[];
}

/** What a medium, or a vendor in it, shows and can be targeted by. */
export interface MediumFacts {
  readonly name: string;
  readonly label: string;
  readonly formats: readonly Format[];
  readonly targeting: TargetingOptions;
}

/** A platform inside a medium: the medium's facts where it says nothing else. */
export interface Vendor extends MediumFacts {
  /** What the host of one of its scenes looks like; null when its hosts follow no known form. */
  readonly hostForm: RegExp | null;
}

export interface Medium extends MediumFacts {
  readonly vendors: readonly Vendor[];
}

/** All that campaigns, creatives and sites may name. Never changed: an import makes another one. */
export interface Taxonomy {
  readonly name: string;
  readonly version: string;
  readonly media: readonly Medium[];
}
