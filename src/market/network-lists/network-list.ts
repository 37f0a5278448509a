/** Kinds of networks that an operator keeps a list of. */
export const networkListKinds = ['data_center', 'vpn', 'proxy', 'exempt'] as const;
export type NetworkListKind = (typeof networkListKinds)[number];

/** A list that an operator has imported. */
export interface NetworkList {
  readonly kind: NetworkListKind;
  /** How many networks it has, after neighbours were joined. */
  readonly networks: number;
  /** Name of the file. */
  readonly source: string;
  readonly importedAt: Date;
}
