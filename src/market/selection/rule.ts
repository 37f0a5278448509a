import type { Size } from '../../sizes';
import type { Candidate, Imp, SelectionContext, Targeting } from './types';

/** The occasion of a selection: one placement of one request, and the campaigns that may pay now. */
export interface SelectionInput {
  readonly imp: Imp;
  readonly context: SelectionContext;
  /** Campaigns that cannot pay for an offer now. */
  readonly ineligibleCampaignIds: ReadonlySet<string>;
}

/** Keys with their values: a `Targeting`, or a list of such pairs. */
export type Clauses = Iterable<readonly [key: string, values: readonly string[]]>;

interface RuleOf<Kind extends string, Terms, Ask> {
  /** How terms and ask are compared. */
  readonly kind: Kind;
  /** Why a candidate that the rule refuses does not bid. Rules may share a reason. */
  readonly nonBidReason: string;
  /** The reason's code: OpenRTB's where one fits, from 500 on one of our own. */
  readonly statusCode: number;
  /**
   * A candidate's terms; read once, when it enters the index. Rules that have the very same function share what the
   * index keeps for them.
   */
  readonly terms: (candidate: Candidate) => Terms;
  /** A request's ask; read for each placement. */
  readonly ask: (input: SelectionInput) => Ask;
  /** Names the member of the candidate that is in the way. Only called for candidates that the rule refuses. */
  readonly explain: (candidate: Candidate, input: SelectionInput) => string;
}

/** A text that the request must name, null: fits any request, or the size of a creative that fits boxes near it. */
export type BucketTerm = string | null | { readonly near: string };

export interface BucketAsk {
  readonly values: readonly string[];
  /** The box that sizes must fit near; null: no size fits. */
  readonly box: Size | null;
}

/** Candidates with the same terms stand together; a request looks only where its values are. For few, coarse values. */
export type BucketRule = RuleOf<'bucket', BucketTerm, BucketAsk>;

/** The request has one value of each of the candidate's clauses; a clause without values asks nothing. */
export type ClausesRule = RuleOf<'clauses', Targeting, readonly Targeting[]>;

/** The request has no value that the candidate names. */
export type ExclusionsRule = RuleOf<'exclusions', Targeting, readonly Targeting[]>;

export interface LabelsAsk {
  /** The candidate has one value of each clause; a clause without values is met by nobody. */
  readonly requires?: Clauses;
  /** The candidate has none of these. */
  readonly excludes?: Clauses;
}

/** The request asks for labels of the candidate. For labels of which there are few different sets. */
export type LabelsRule = RuleOf<'labels', Clauses, LabelsAsk | undefined>;

/** The candidate's bid in the request is the request's or above. The terms are the most that the candidate bids. */
export type FloorRule = RuleOf<'floor', number, number | undefined>;

/** The candidate's number is the request's or above. */
export type AtLeastRule = RuleOf<'atLeast', number, number | undefined>;

/** The candidate's number is the request's or below. */
export type AtMostRule = RuleOf<'atMost', number, number | undefined>;

export interface IdsAsk {
  /** Absent: any id. */
  readonly among?: ReadonlySet<string> | undefined;
  /** Absent: any id. */
  readonly notAmong?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/**
 * The candidate's id is among those of the request, or is not. Checked last, one candidate at a time: for sets that
 * differ from request to request, or change all the time.
 */
export type IdsRule = RuleOf<'ids', string, IdsAsk>;

/** Decides who may compete. A rule is a file in `rules/`; the index runs kinds of rules and knows none by its name. */
export type Rule =
  | BucketRule
  | ClausesRule
  | ExclusionsRule
  | LabelsRule
  | FloorRule
  | AtLeastRule
  | AtMostRule
  | IdsRule;
