import type { ServiceContext } from '../../src/api/context';

/** A context whose stores fail at the nth call of one of them, before it is done or after. */
export function failingAt(
  ctx: ServiceContext,
  steppedStores: readonly (keyof ServiceContext)[],
  { nth, isAfter }: { readonly nth: number; readonly isAfter: boolean },
) {
  let calls = 0;
  const failing = (store: object): object =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          calls += 1;
          const isNow = calls === nth;
          if (isNow && !isAfter) throw new Error('the database is gone');
          const result: unknown = await Reflect.apply(member, target, args);
          if (isNow) throw new Error('the database is gone');
          return result;
        };
      },
    });
  const stores = Object.fromEntries(
    steppedStores.map((name) => [name, failing(ctx[name] as object)]),
  );
  return {
    ctx: Object.assign(Object.create(ctx) as ServiceContext, stores),
    hasFailed: () => calls >= nth,
  };
}
