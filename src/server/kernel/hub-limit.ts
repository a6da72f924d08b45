import type { ConnectionLimit } from '#server/signalr/connection-limit.ts';
import type { Parameters } from './parameters.ts';
import type { Translate } from './texts.ts';

const key = 'session.hubConnections';
/** Where the parameter holds no number. */
const usual = 60;

/** How many hub connections a user may have at once, on all servers together: the parameter `session.hubConnections`. */
export function hubLimit(parameters: Pick<Parameters, 'all'>, translate: Translate): ConnectionLimit {
  return {
    async most() {
      const most = Number((await parameters.all()).get(key) || Number.NaN);
      return Number.isInteger(most) && most > 0 ? most : usual;
    },
    refusal: (most, locale) => translate({ key: 'session.hubConnections', values: { most } }, locale),
  };
}
