export const targetingGroups = ['user', 'site', 'device'] as const;
export type TargetingGroup = (typeof targetingGroups)[number];

/** Id to a label, or to a label and a further dictionary; parent and child ids can both be selected. */
export type TargetingDictionary = Readonly<
  Record<string, string | { readonly label: string; readonly values: TargetingDictionary }>
>;

/** `dict`: values are ids of `items`. `input`: values are typed by the advertiser. */
export const targetingKinds = ['dict', 'input'] as const;
export type TargetingKind = (typeof targetingKinds)[number];

/** How the values that an advertiser types are read: hosts of sites, or any text. */
export const inputKinds = ['domain', 'text'] as const;
export type InputKind = (typeof inputKinds)[number];

export type TargetingOption =
  | {
      readonly type: 'dict';
      readonly name: string;
      readonly label: string;
      readonly items: TargetingDictionary;
    }
  | {
      readonly type: 'input';
      readonly name: string;
      readonly label: string;
      readonly kind: InputKind;
    };

export type TargetingOptions = Readonly<Record<TargetingGroup, readonly TargetingOption[]>>;
