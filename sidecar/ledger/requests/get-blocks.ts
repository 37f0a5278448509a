import { accountAddress } from '../address';
import { blockSignature, listedBlockHeader, vipKey } from '../block-header';
import {
  countedList,
  followedBy,
  sizedList,
  struct,
  u32,
  u8,
  type Codec,
  type ValueOf,
} from '../codec';
import { defineRequest } from '../request';

const vipKeys = sizedList(vipKey);

const headers = {
  headers: countedList(listedBlockHeader, { count: u32 }),
  /** 1 when there are more than were sent. */
  isMore: u8,
} as const;

const confirmation = {
  signatures: countedList(blockSignature, { count: u32 }),
  newVipKeys: vipKeys,
} as const;

/** The first members are there from the beginning only, the last two only if there are headers. */
interface BlocksResponse extends Partial<ValueOf<ReturnType<typeof struct<typeof confirmation>>>> {
  readonly vipKeys?: ValueOf<typeof vipKeys>;
  readonly headers: ValueOf<typeof headers.headers>;
  readonly isMore: number;
}

function responseTo({ from, to }: { readonly from: number; readonly to: number }) {
  const isFromStart = from === 0 || from === to;
  const head: Codec<Pick<BlocksResponse, 'vipKeys' | 'headers' | 'isMore'>> = isFromStart
    ? struct({ vipKeys, ...headers })
    : struct(headers);
  const layout: Codec<BlocksResponse> = followedBy(
    head,
    (value): Codec<Pick<BlocksResponse, 'signatures' | 'newVipKeys'>> =>
      value.headers.length > 0 ? struct(confirmation) : struct({}),
  );
  return layout;
}

/**
 * Reads the headers of closed blocks, with what proves the last of them.
 *
 * @see docs/ledger-protocol.md §7.1, §8
 */
export const getBlocks = defineRequest({
  method: 'get_blocks',
  type: 0x13,
  body: struct({
    sender: accountAddress,
    time: u32,
    /** Unix seconds a block starts at; zero for the first. */
    from: u32,
    /** Unix seconds a block starts at; zero for the last. */
    to: u32,
  }),
  response: responseTo,
});
