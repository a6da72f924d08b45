import {
  type AriaLabelConfig,
  applyNodeChanges,
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@xyflow/react/dist/base.css';
import './flow.css';

/** One step as the diagram draws it; what is in it is said by who draws. */
export interface CanvasStep {
  key: string;
  content: ReactNode;
  /** Of a running flow: done, waiting, rejected, ahead, ended. */
  state?: string;
  /** Something is wrong with it. */
  problem?: 'error' | 'warning' | undefined;
  /** Its decision may send the document back to the applicant. */
  returns?: boolean;
}

interface Props {
  steps: CanvasStep[];
  start: string;
  /** How it ends well, and badly; the second is drawn where it may happen or has. */
  end: string;
  refused?: string;
  returned?: string;
  /** From which step the document was refused or returned; absent: from any. */
  endedAt?: number;
  selected?: number | null;
  /** Absent: it is to be looked at only. */
  onSelect?: (index: number) => void;
  onMove?: (from: number, to: number) => void;
  label: string;
  heightPx: number;
}

const widthPx = 232;
const gapPx = 72;
const stepPx = widthPx + gapPx;

type StepNode = Node<{ step: CanvasStep }, 'step'>;
type EndNode = Node<{ text: string; tone: string }, 'end'>;

/** The steps of a flow from left to right between its ends: the one drawing for designing and for watching. */
export function FlowCanvas(props: Props) {
  const { steps, onSelect, onMove, selected = null, label, heightPx } = props;
  const editable = onSelect !== undefined;
  const { t } = useTranslation();
  const laidOut = useMemo(() => nodesOf(props, t), [props, t]);
  const spoken = useMemo(() => spokenTexts(t), [t]);
  const edges = useMemo(() => edgesOf(props, t), [props, t]);
  const [nodes, setNodes] = useState<(StepNode | EndNode)[]>(laidOut);
  // A dragged node goes where the order of the steps puts it.
  useEffect(
    () =>
      setNodes((before) =>
        laidOut.map((node) => {
          const measured = before.find(({ id }) => id === node.id)?.measured;
          return measured ? { ...node, measured } : node;
        }),
      ),
    [laidOut],
  );
  return (
    <section className="flow-canvas" style={{ height: heightPx }} aria-label={label} data-editable={editable}>
      <ReactFlow<StepNode | EndNode>
        // A step more or less: it is fitted into the frame anew.
        key={steps.length}
        nodes={nodes.map((node) =>
          node.type === 'step' ? { ...node, selected: indexOf(node.id) === selected } : node,
        )}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={{ padding: 0.08, maxZoom: 1 }}
        minZoom={0.4}
        maxZoom={1.5}
        nodesDraggable={editable && onMove !== undefined}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={editable}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        panOnDrag
        deleteKeyCode={null}
        disableKeyboardA11y
        ariaLabelConfig={spoken}
        proOptions={{ hideAttribution: true }}
        onNodesChange={(changes) => setNodes((before) => applyNodeChanges(changes, before))}
        onNodeClick={(_, node) => {
          if (node.type === 'step') onSelect?.(indexOf(node.id));
        }}
        onNodeDragStop={(_, node) => {
          if (node.type !== 'step') return;
          const from = indexOf(node.id);
          const to = Math.min(steps.length - 1, Math.max(0, Math.round((node.position.x - firstX) / stepPx)));
          if (to === from) setNodes(laidOut);
          else onMove?.(from, to);
        }}
      >
        {editable && <Background gap={20} color="var(--cw-line)" />}
        {editable && <Controls showInteractive={false} />}
      </ReactFlow>
    </section>
  );
}

/** What a screen reader says of the drawing: the library has it in English alone. */
function spokenTexts(t: TFunction): Partial<AriaLabelConfig> {
  return {
    'node.a11yDescription.default': t('flow.canvas.a11y.node'),
    'node.a11yDescription.keyboardDisabled': t('flow.canvas.a11y.node'),
    'node.a11yDescription.ariaLiveMessage': ({ x: across, y: down }) =>
      t('flow.canvas.a11y.moved', { across, down }),
    'edge.a11yDescription.default': t('flow.canvas.a11y.edge'),
    'controls.ariaLabel': t('flow.canvas.a11y.controls'),
    'controls.zoomIn.ariaLabel': t('flow.canvas.a11y.zoomIn'),
    'controls.zoomOut.ariaLabel': t('flow.canvas.a11y.zoomOut'),
    'controls.fitView.ariaLabel': t('flow.canvas.a11y.fitView'),
    'minimap.ariaLabel': t('flow.canvas.a11y.minimap'),
    'handle.ariaLabel': t('flow.canvas.a11y.handle'),
  };
}

const firstX = 132;

function indexOf(id: string): number {
  return Number(id.split(' ')[1]);
}

function nodesOf({ steps, start, end, refused, onMove }: Props, t: TFunction): (StepNode | EndNode)[] {
  const last = firstX + steps.length * stepPx;
  const domAttributes = { 'aria-roledescription': t('flow.canvas.a11y.node') };
  const fixed = { draggable: false, selectable: false, domAttributes };
  const ends: EndNode[] = [
    { id: 'start', type: 'end', position: { x: 0, y: 12 }, data: { text: start, tone: 'start' }, ...fixed },
    { id: 'end', type: 'end', position: { x: last, y: 12 }, data: { text: end, tone: 'good' }, ...fixed },
  ];
  if (refused) {
    ends.push({
      id: 'refused',
      type: 'end',
      position: { x: last, y: 150 },
      data: { text: refused, tone: 'bad' },
      ...fixed,
    });
  }
  return [
    ...ends,
    ...steps.map(
      (step, index): StepNode => ({
        id: `step ${index}`,
        type: 'step',
        position: { x: firstX + index * stepPx, y: 0 },
        data: { step },
        draggable: onMove !== undefined,
        width: widthPx,
        domAttributes,
      }),
    ),
  ];
}

function edgesOf({ steps, start, end, refused, returned, endedAt }: Props, t: TFunction): Edge[] {
  const arrow = { type: MarkerType.ArrowClosed, width: 16, height: 16 };
  const edges: Edge[] = [];
  for (let index = 0; index <= steps.length; index++) {
    const done = steps[index - 1]?.state === 'done' || (index === 0 && steps[0]?.state !== undefined);
    edges.push({
      id: `go ${index}`,
      source: index === 0 ? 'start' : `step ${index - 1}`,
      sourceHandle: 'go',
      target: index === steps.length ? 'end' : `step ${index}`,
      targetHandle: 'come',
      className: done ? 'flow-edge-done' : 'flow-edge',
      markerEnd: { ...arrow, color: done ? 'var(--cw-good)' : 'var(--cw-edge)' },
    });
  }
  steps.forEach((step, index) => {
    const here = endedAt === undefined || endedAt === index;
    if (refused && here) {
      edges.push({
        id: `refuse ${index}`,
        source: `step ${index}`,
        sourceHandle: 'refuse',
        target: 'refused',
        targetHandle: 'come',
        type: 'smoothstep',
        className: 'flow-edge-bad',
        markerEnd: { ...arrow, color: 'var(--cw-error)' },
      });
    }
    if (returned && step.returns && here) {
      edges.push({
        id: `return ${index}`,
        source: `step ${index}`,
        sourceHandle: 'return',
        target: 'start',
        targetHandle: 'back',
        type: 'smoothstep',
        label: index === steps.length - 1 || endedAt === index ? returned : undefined,
        className: 'flow-edge-back',
        pathOptions: { offset: 18 },
        markerEnd: { ...arrow, color: 'var(--cw-warn)' },
      } as Edge);
    }
  });
  const nameOf = (id: string) =>
    ({ start, end, refused })[id] ?? t('flow.canvas.a11y.step', { number: indexOf(id) + 1 });
  return edges.map((edge) => ({
    ...edge,
    ariaLabel: t('flow.canvas.a11y.from', { from: nameOf(edge.source), to: nameOf(edge.target) }),
    domAttributes: { 'aria-roledescription': t('flow.canvas.a11y.edge') },
  }));
}

function StepBox({ data }: NodeProps<StepNode>) {
  const { step } = data;
  return (
    <div className="flow-node" data-state={step.state} data-problem={step.problem}>
      <Handle type="target" id="come" position={Position.Left} style={{ top: 30 }} />
      <Handle type="source" id="go" position={Position.Right} style={{ top: 30 }} />
      <Handle type="source" id="refuse" position={Position.Bottom} />
      <Handle type="source" id="return" position={Position.Top} />
      {step.content}
    </div>
  );
}

function EndBox({ data }: NodeProps<EndNode>) {
  return (
    <div className="flow-end" data-tone={data.tone}>
      <Handle type="target" id="come" position={Position.Left} />
      <Handle type="target" id="back" position={Position.Top} />
      <Handle type="source" id="go" position={Position.Right} />
      {data.text}
    </div>
  );
}

const nodeTypes = { step: StepBox, end: EndBox };
