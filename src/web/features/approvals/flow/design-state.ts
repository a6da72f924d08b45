import { type FlowStep, readStep } from '#domain/approvals/flow.ts';
import { isObject } from '#domain/text/narrow.ts';

/** A step on the drawing board; the key tells it from others whatever it is called and wherever it stands. */
export interface DesignStep extends FlowStep {
  key: string;
}

/** What is drawn: the steps, and which documents the flow is for. */
export interface Design {
  steps: DesignStep[];
  condition: Record<string, unknown> | null;
}

export interface DesignState {
  past: Design[];
  present: Design;
  future: Design[];
  /** The place of the step that is open, from 0; null: the flow itself is. */
  selected: number | null;
  /** What the last change was about: typing on in one field is one change. */
  about: string | null;
  /** For the keys of new steps. */
  made: number;
}

export type DesignAct =
  | { type: 'load'; design: Design }
  | { type: 'select'; index: number | null }
  | { type: 'add'; name: string }
  | { type: 'duplicate'; index: number; name: string }
  | { type: 'remove'; index: number }
  | { type: 'move'; from: number; to: number }
  | { type: 'change'; index: number; values: Partial<FlowStep> }
  | { type: 'condition'; condition: Record<string, unknown> | null }
  | { type: 'replace'; design: Design }
  | { type: 'undo' }
  | { type: 'redo' };

const mostRemembered = 100;

export function designOf(steps: unknown, condition: unknown): Design {
  const list = Array.isArray(steps) ? steps.filter(isObject) : [];
  return {
    steps: list.map((step, index) => ({ ...readStep(step), key: `s${index}` })),
    condition: isObject(condition) && Object.keys(condition).length > 0 ? condition : null,
  };
}

export function firstState(design: Design): DesignState {
  return {
    past: [],
    present: design,
    future: [],
    selected: design.steps.length > 0 ? 0 : null,
    about: null,
    made: design.steps.length,
  };
}

/** As it is sent and stored: without the keys, and without what was left empty. */
export function storedSteps({ steps }: Design): Record<string, unknown>[] {
  return steps.map(({ key: _, ...step }) =>
    Object.fromEntries(
      Object.entries(step).filter(
        ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
      ),
    ),
  );
}

export function sameDesign(a: Design, b: Design): boolean {
  return (
    JSON.stringify(storedSteps(a)) === JSON.stringify(storedSteps(b)) &&
    JSON.stringify(a.condition ?? {}) === JSON.stringify(b.condition ?? {})
  );
}

export function designReducer(state: DesignState, act: DesignAct): DesignState {
  const { present } = state;
  const { steps } = present;
  switch (act.type) {
    case 'load':
      return firstState(act.design);
    case 'select':
      return { ...state, selected: act.index, about: null };
    case 'add': {
      const step: DesignStep = { ...readStep({ name: act.name, mayReturn: true }), key: `n${state.made}` };
      const place = state.selected === null ? steps.length : state.selected + 1;
      return changed(state, { ...present, steps: inserted(steps, place, step) }, place);
    }
    case 'duplicate': {
      const source = steps[act.index];
      if (!source) return state;
      const copy: DesignStep = {
        ...structuredClone(source),
        name: act.name,
        nameEn: null,
        key: `n${state.made}`,
      };
      return changed(state, { ...present, steps: inserted(steps, act.index + 1, copy) }, act.index + 1);
    }
    case 'remove': {
      const left = steps.filter((_, index) => index !== act.index);
      const next = left.length === 0 ? null : Math.min(act.index, left.length - 1);
      return changed(state, { ...present, steps: left }, next);
    }
    case 'move': {
      const step = steps[act.from];
      if (!step || act.to < 0 || act.to >= steps.length || act.from === act.to) return state;
      const left = steps.filter((_, index) => index !== act.from);
      return changed(state, { ...present, steps: inserted(left, act.to, step) }, act.to);
    }
    case 'change': {
      const about = `${steps[act.index]?.key} ${Object.keys(act.values).join()}`;
      const next = steps.map((step, index) => (index === act.index ? { ...step, ...act.values } : step));
      return changed(state, { ...present, steps: next }, act.index, about);
    }
    case 'condition':
      return changed(state, { ...present, condition: act.condition }, state.selected, 'condition');
    case 'replace':
      return changed(state, act.design, act.design.steps.length > 0 ? 0 : null);
    case 'undo': {
      const before = state.past.at(-1);
      if (!before) return state;
      return {
        ...state,
        past: state.past.slice(0, -1),
        present: before,
        future: [present, ...state.future],
        selected: within(state.selected, before),
        about: null,
      };
    }
    case 'redo': {
      const [next, ...future] = state.future;
      if (!next) return state;
      return {
        ...state,
        past: [...state.past, present],
        present: next,
        future,
        selected: within(state.selected, next),
        about: null,
      };
    }
  }
}

function changed(
  state: DesignState,
  present: Design,
  selected: number | null,
  about: string | null = null,
): DesignState {
  const goesOn = about !== null && about === state.about;
  return {
    past: goesOn ? state.past : [...state.past, state.present].slice(-mostRemembered),
    present,
    future: [],
    selected,
    about,
    made: state.made + 1,
  };
}

function inserted(steps: DesignStep[], place: number, step: DesignStep): DesignStep[] {
  return [...steps.slice(0, place), step, ...steps.slice(place)];
}

function within(selected: number | null, { steps }: Design): number | null {
  if (selected === null || steps.length === 0) return null;
  return Math.min(selected, steps.length - 1);
}

/** A name that no step has yet. */
export function freeName(steps: { name: string }[], name: string, mark: string): string {
  const base = mark ? `${name} ${mark}` : name;
  const taken = new Set(steps.map((step) => step.name));
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) if (!taken.has(`${base} ${number}`)) return `${base} ${number}`;
}
