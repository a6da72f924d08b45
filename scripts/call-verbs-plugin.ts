import type { Plugin } from 'vite';
import { services } from '#contract/services.ts';

const id = 'virtual:call-verbs';

/**
 * `virtual:call-verbs` tells the web application the verb of every call that is no POST, by `Service/Method`: all that it
 * needs of the contract while it runs. The schemas stay with the server.
 */
export function callVerbsPlugin(): Plugin {
  return {
    name: 'clearway-call-verbs',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const verbs = Object.entries(services).flatMap(([service, calls]) =>
        Object.entries(calls).flatMap(([method, { verb }]) =>
          verb === 'POST' ? [] : [[`${service}/${method}`, verb]],
        ),
      );
      return `export const verbs = ${JSON.stringify(Object.fromEntries(verbs))};`;
    },
  };
}
