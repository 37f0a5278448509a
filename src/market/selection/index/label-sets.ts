import type { Candidate } from '../types';
import { Dictionary } from './dictionary';
import { labelSpaces } from './plan';

/** A way down from the root is a list of codes. */
interface Branch {
  readonly codes: readonly number[];
  readonly next: Map<number, Branch>;
  /** The number of the set of these codes; -1: no candidate has it. */
  set: number;
}

/** The distinct sets of labels that candidates have. There are few of them. */
export class LabelSets {
  readonly dictionary = new Dictionary(labelSpaces.length);
  /** The codes of each set. */
  readonly sets: (readonly number[])[] = [];
  private readonly root: Branch = { codes: [], next: new Map(), set: -1 };

  /** The number of the candidate's set, given now if it had none. */
  numberOf(candidate: Candidate): number {
    let branch = this.root;
    for (let space = 0; space < labelSpaces.length; space += 1) {
      for (const [key, values] of labelSpaces[space]!(candidate)) {
        for (const value of values) {
          branch = branchAt(branch, this.dictionary.code(space, key, value));
        }
      }
    }
    if (branch.set < 0) branch.set = this.sets.push(branch.codes) - 1;
    return branch.set;
  }
}

function branchAt({ codes, next }: Branch, code: number): Branch {
  let branch = next.get(code);
  if (!branch) {
    branch = { codes: [...codes, code], next: new Map(), set: -1 };
    next.set(code, branch);
  }
  return branch;
}
