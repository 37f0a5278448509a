/** Types of what the ad tag gives a page. @see docs/tag.md */

/** The answer of a find for one placement. */
export interface AdgateFilled {
  /** 32 hex digits. */
  readonly creativeId: string;
  readonly placementId: string;
  readonly type: 'image' | 'video' | 'html' | 'direct';
  /** `<width>x<height>`, or the scope of a window. */
  readonly scope: string;
  /** USD per thousand impressions, an estimate. */
  readonly rpm: number;
  /** The case that view and click belong to: 32 hex digits. */
  readonly caseId: string;
}

export interface AdgateEmpty {
  /** `no-fill`, `below-minimum`, `otherHost`, `no-size`; after `explain` the server's own reason, such as `siteNotActive`. */
  readonly reason: string;
  readonly details: readonly string[];
}

/** A sample ad stands where no ad is: in test mode, and on a local host that is not the site's. */
export interface AdgateSample extends AdgateEmpty {
  /** `<width>x<height>`. */
  readonly scope: string;
}

export interface AdgateError {
  /**
   * `tampered`: the bytes are not those that were promised. `blocked`: the page's policy, or the browser, does not show
   * them. `left`: the document led its frame elsewhere, or took the focus again and again. `network`: the server was not
   * reached, or refused.
   */
  readonly reason: 'tampered' | 'blocked' | 'left' | 'network';
  readonly message: string;
}

/** `window.adgate`. A target is an element, a selector, or nothing for all placements. */
export interface Adgate {
  readonly version: string;
  /** Asks anew. An element that has just been put into the page needs no call. */
  refresh(target?: Element | string): void;
  /** Takes the ads away and forgets the elements until they are put into the page again. */
  destroy(target?: Element | string): void;
  /** From now on finds ask with this token, of the publisher or of an operator, why placements stay empty. */
  explain(token: string): void;
}

declare global {
  interface Window {
    adgate?: Adgate;
  }

  interface GlobalEventHandlersEventMap {
    'adgate:filled': CustomEvent<AdgateFilled>;
    'adgate:empty': CustomEvent<AdgateEmpty>;
    'adgate:sample': CustomEvent<AdgateSample>;
    'adgate:view': CustomEvent<AdgateFilled>;
    'adgate:click': CustomEvent<AdgateFilled>;
    'adgate:error': CustomEvent<AdgateError>;
  }
}
