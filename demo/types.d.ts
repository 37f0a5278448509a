import type { AdgateFilled } from '../tag/adgate';

/** A placement of this page, as `/demo/config.json` names it. */
export interface DemoPlacement {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Types of creatives that it asks for. */
  readonly types: readonly string[];
}

export interface DemoConfig {
  readonly url: string;
  /** True where the server trades with another one of this machine. */
  readonly isMarket: boolean;
  readonly placements: readonly DemoPlacement[];
}

/** Another server, as `/demo/market.json` tells of it. Amounts are decimal texts. */
export interface MarketPeer {
  readonly account: string;
  readonly state: string;
  readonly serverUrl: string;
  readonly campaigns: number;
  readonly viewsThere: number;
  readonly viewsHere: number;
  readonly owed: string;
  readonly paid: string;
  readonly received: string;
  /** The newest ones that go there. */
  readonly payments: readonly {
    readonly id: string;
    readonly state: string;
    readonly transactionId: string | null;
    readonly amount: string;
    readonly preparedAt: string;
  }[];
}

/** A server of a market, as it tells of itself. */
export interface MarketServer {
  readonly account: string;
  readonly site: string;
  readonly pageUrl: string;
  readonly peers: readonly MarketPeer[];
}

/** The answer of a find for one placement. @see docs/interface.md "Creative (supply answer)" */
export interface Bid extends Pick<AdgateFilled, 'creativeId' | 'type' | 'rpm'> {
  readonly id: string;
  readonly hash: string;
  readonly serveUrl: string;
  readonly viewUrl: string;
  readonly clickUrl: string;
}

/** An event of a case, as `/demo/cases/<id>` tells it. Amounts are decimal texts. */
export interface DemoEvent {
  readonly kind: string;
  readonly status: 'pending' | 'accepted' | 'rejected';
  readonly reason: string | null;
  /** The other server whose ad it was, which pays. */
  readonly demandServer: string | null;
  readonly charge: string | null;
  readonly revenue: string | null;
  readonly payment: {
    readonly state: string;
    readonly address: string;
    readonly amount: string;
    readonly transactionId: string | null;
  } | null;
}

/** A request, as a step shows it. What came back is missing where the page does not see it. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  /** Milliseconds from the request to the end of the answer. */
  readonly ms?: number;
}

/** A request with its answer. */
export interface Exchange extends Required<Asked> {
  readonly headers: Headers;
  /** The MIME type of the answer; empty: it has none. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The JSON of the answer; null: it is something else. */
  readonly answer: unknown;
}

/** An exchange of the tag. */
export interface HeardExchange extends Exchange {
  /** The JSON of the request; null: it had none. */
  readonly sent: unknown;
  /** The byte that was changed on its way; null: none was. */
  readonly alteredAt: number | null;
}

/** A find of the tag. */
export interface FindExchange extends HeardExchange {
  readonly sent: {
    readonly placements: readonly { readonly id: string; readonly placementId?: string }[];
  };
  readonly answer: { readonly data?: readonly Bid[] } | null;
}

/** A line under a step. */
export type Fact = readonly [term: string, value: string | Node];

export interface Step {
  /** In `data-step`, for styles and tests. */
  readonly name: string;
  readonly title: string;
  /** One sentence for somebody who sees this for the first time. */
  readonly why: string;
  /** Absent or undefined: the step needs no request. */
  readonly exchange?: Asked | undefined;
  readonly outcome: 'good' | 'bad' | 'waiting';
  /** Short text beside the request line; default: the status. */
  readonly verdict?: string;
  readonly facts?: readonly Fact[];
}
