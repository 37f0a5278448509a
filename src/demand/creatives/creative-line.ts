import type { Creative } from './creative.resource';

/** The members of a creative that lists are searched and put in order by. */
export interface CreativeLine extends Pick<Creative, 'id' | 'name' | 'scope' | 'status'> {
  /** When it was made, Unix ms. */
  readonly sequence: number;
}
