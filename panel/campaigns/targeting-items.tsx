import { type Feature, type Targeting, valuesOf, withLevel } from './targeting';
import type { TargetingItem } from './taxonomy';
import { t } from '../texts/texts';

export interface TreeProps {
  readonly targeting: Targeting;
  readonly onChange: (targeting: Targeting) => void;
}

export const levels = [
  {
    level: 'requires',
    label: t('campaigns.require'),
    nameOf: (name: string) => t('campaigns.requireName', { name }),
    ofOption: (option: string) => t('campaigns.requireOption', { option }),
  },
  {
    level: 'excludes',
    label: t('campaigns.exclude'),
    nameOf: (name: string) => t('campaigns.excludeName', { name }),
    ofOption: (option: string) => t('campaigns.excludeOption', { option }),
  },
] as const;

/** Values to choose from, with the narrower ones below them. */
export function TargetingItems({
  items,
  ...rest
}: TreeProps & {
  readonly feature: Feature;
  readonly items: readonly TargetingItem[];
}) {
  return (
    <ul className="tree-items">
      {items.map((item) => (
        <li key={item.id}>
          <Item item={item} {...rest} />
          {item.values && item.values.length > 0 ? (
            <TargetingItems items={item.values} {...rest} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Item({
  item: { id, label },
  feature,
  targeting,
  onChange,
}: TreeProps & { readonly item: TargetingItem; readonly feature: Feature }) {
  return (
    <div className="tree-item">
      <span>{label}</span>
      <span className="tree-levels">
        {levels.map(({ level, label: verb, nameOf }) => {
          const isChosen = valuesOf(targeting, level, feature).includes(id);
          return (
            <button
              key={level}
              type="button"
              data-level={level}
              aria-pressed={isChosen}
              aria-label={nameOf(label)}
              onClick={() => {
                onChange(withLevel(targeting, feature, id, isChosen ? null : level));
              }}
            >
              {verb}
            </button>
          );
        })}
      </span>
    </div>
  );
}
