/** The one door of this folder for the code that serves commands. */
export { compareValues } from './compare';
export { decodeDocument } from './decode';
export { encodeDocument } from './encode';
export { copyMembers, toMembers } from './members';
export { encodeIndexKey, encodeKey } from './key';
export { documentAt, elementsAt, valuesAt } from './paths';
export { type Doc, documentMember, stringMember, toDoc, type Value } from './value';
