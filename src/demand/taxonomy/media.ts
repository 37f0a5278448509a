import type { CreativeType } from '../creatives/creative.resource';
import type { TargetingOptions } from './targeting-options';

/** Creatives that a medium takes: a type, its MIME types and the scopes it must have exactly. */
export interface Format {
  readonly type: CreativeType;
  readonly mimes: readonly string[];
  readonly scopes: readonly string[];
}

/** A medium or a vendor: the formats that it shows and the options that campaigns can target. */
export interface MediumFacts {
  readonly name: string;
  readonly label: string;
  readonly formats: readonly Format[];
  readonly targeting: TargetingOptions;
}

/** A platform inside a medium: the medium's facts where it says nothing else. */
export interface Vendor extends MediumFacts {
  /** Pattern of the hosts of the vendor's scenes; null where the hosts follow no known form. */
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
