/** Times that the figures of a list are of. */
export const listRanges = ['today', '7d', '30d'] as const;
export type ListRange = (typeof listRanges)[number];

const longestName = 255;

/** The time of the figures of a list, as its address has it. */
export interface ListRangeSearch {
  /** Absent: seven days. */
  readonly range?: ListRange;
}

export function readListRange({ range }: Readonly<Record<string, unknown>>): ListRangeSearch {
  const found = listRanges.find((one) => one === range) ?? '7d';
  return found === '7d' ? {} : { range: found };
}

/** The filters, the order and the page of a list, as its address has them. */
export interface TableSearch<Order extends string, Status extends string> {
  /** Absent: any. */
  readonly status?: readonly Status[];
  /** Part of a name. */
  readonly search?: string;
  /** Absent: by creation. */
  readonly order?: Order;
  /** True: the least or oldest first. */
  readonly up?: true;
  /** From 1, which is left out. */
  readonly page?: number;
}

/** New values of some of the search; undefined: the usual one. A change goes to the first page of what it finds. */
export type TableChange<Order extends string, Status extends string> = {
  readonly [Key in keyof TableSearch<Order, Status>]?: TableSearch<Order, Status>[Key] | undefined;
};

/** Makes the reading of a list's address; what makes no sense is left out. */
export function tableSearchReader<Order extends string, Status extends string>(known: {
  /** The first one is the usual one. */
  readonly orders: readonly [Order, ...Order[]];
  readonly statuses: readonly Status[];
}) {
  return (given: Readonly<Record<string, unknown>>): TableSearch<Order, Status> => {
    const statuses: readonly unknown[] = Array.isArray(given['status']) ? given['status'] : [];
    const status = known.statuses.filter((one) => statuses.includes(one));
    // A name of digits comes as a number.
    const search = ['string', 'number'].includes(typeof given['search'])
      ? String(given['search']).slice(0, longestName)
      : '';
    const order = known.orders.find((one) => one === given['order']) ?? known.orders[0];
    const page = Number(given['page']);
    return {
      ...(status.length > 0 && { status }),
      ...(search !== '' && { search }),
      ...(order !== known.orders[0] && { order }),
      ...(given['up'] === true && { up: true as const }),
      ...(Number.isSafeInteger(page) && page > 1 && page < 1e6 && { page }),
    };
  };
}

/** Says that an address leaves something out of a list. */
export const isNarrowed = ({ status, search }: TableSearch<string, string>): boolean =>
  status !== undefined || search !== undefined;
