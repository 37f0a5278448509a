import { changes } from '../texts/en/changes';
import { locale, t } from '../texts/texts';

type KnownChange = keyof typeof changes;

const isKnown = (operation: string): operation is KnownChange => Object.hasOwn(changes, operation);

/** A change in words, by the name that the audit log has for it; as it came where the panel does not know it. */
export const changeName = (operation: string): string =>
  isKnown(operation) ? t(`changes.${operation}`) : operation;

/** All changes to choose from, by their words. */
export const changesToPick: readonly { readonly value: string; readonly label: string }[] =
  Object.keys(changes)
    .map((value) => ({ value, label: changeName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale));
