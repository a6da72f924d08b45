import { atOnce, type Steps } from '#domain/steps.ts';
import { areas } from './areas.ts';
import { conformance } from './conformance.ts';
import { density } from './density.ts';
import { emergency } from './emergency.ts';
import { feeds } from './feeds.ts';
import { interference } from './interference.ts';
import { lostSignal } from './lost-signal.ts';
import { orders } from './orders.ts';
import { overdue, takeOffReport } from './overdue.ts';
import { pairs } from './pairs.ts';
import type { Finding, NetName, NetParameters, SafetyNet, Scene } from './safety-net.ts';
import { spoofed } from './spoofed.ts';
import { terrain } from './terrain.ts';

/** A net with values in place, whatever its parameters are called. */
export interface ListedNet {
  name: NetName;
  levels: SafetyNet['levels'];
  parameters: NetParameters;
  lacks: NonNullable<SafetyNet['lacks']>;
  /** `values` by name; what is missing is as the net has it. */
  evaluate(scene: Scene, values: Record<string, number>): Finding[] | Steps<Finding[]>;
}

function listed<P extends NetParameters>(net: SafetyNet<P>): ListedNet {
  const defaults = Object.fromEntries(
    Object.entries(net.parameters).map(([name, { value }]) => [name, value]),
  );
  return {
    name: net.name,
    levels: net.levels,
    parameters: net.parameters,
    lacks: net.lacks ?? (() => null),
    // The defaults have every name of P.
    evaluate: (scene, values) =>
      net.evaluate(scene, { ...defaults, ...values } as { [name in keyof P]: number }),
  };
}

/** Every net there is. */
export const nets: readonly ListedNet[] = [
  listed(pairs),
  listed(areas),
  listed(terrain),
  listed(conformance),
  listed(emergency),
  listed(lostSignal),
  listed(takeOffReport),
  listed(overdue),
  listed(orders),
  listed(feeds),
  listed(density),
  listed(spoofed),
  listed(interference),
];

type ValuesOfNets = Record<string, Record<string, number>>;

/** All that the nets find, in steps; `values` by net and name; `among`: the nets that are evaluated. */
export function* scanSteps(
  scene: Scene,
  values: ValuesOfNets = {},
  among: readonly ListedNet[] = nets,
): Steps<Finding[]> {
  const found: Finding[][] = [];
  for (const net of among) {
    const findings = net.evaluate(scene, values[net.name] ?? {});
    found.push(Array.isArray(findings) ? findings : yield* findings);
    yield;
  }
  return found.flat();
}

/** The same at one go. */
export const scan = (scene: Scene, values?: ValuesOfNets): Finding[] => atOnce(scanSteps(scene, values));
