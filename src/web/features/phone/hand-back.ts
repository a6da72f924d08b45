import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';

/** What a drawn airspace is handed back as; geometry in WGS-84, limits with unit and datum. */
export interface DrawnAirspace {
  type: 'clearway.airspace';
  version: 1;
  name: string;
  geometry: Geometry;
  /** The figures it was drawn from, e.g. centre and radius; null: its corners are all there is. */
  shape: ShapeFields | null;
  lower: Altitude | null;
  upper: Altitude | null;
}

type Send = (message: DrawnAirspace) => void;

/** What programs put into the page that they show, as far as any is there. */
interface HostWindow {
  ReactNativeWebView?: { postMessage(text: string): void };
  webkit?: { messageHandlers?: { clearway?: { postMessage(message: unknown): void } } };
  uni?: { postMessage?(message: { data: unknown }): void };
  wx?: { miniProgram?: { postMessage?(message: { data: unknown }): void } };
  flutter_inappwebview?: { callHandler(name: string, message: unknown): void };
}

declare global {
  interface Window extends HostWindow {}
}

/** A way back into each kind of program. A new one is a line here. */
const bridges: ((host: HostWindow) => Send | undefined)[] = [
  // As text: it is all that React Native takes.
  ({ ReactNativeWebView: view }) => view && ((message) => view.postMessage(JSON.stringify(message))),
  ({ webkit }) => {
    const handler = webkit?.messageHandlers?.clearway;
    return handler && ((message) => handler.postMessage(message));
  },
  ({ uni }) => uni?.postMessage && ((message) => uni.postMessage?.({ data: message })),
  ({ wx }) => wx?.miniProgram?.postMessage && ((message) => wx.miniProgram?.postMessage?.({ data: message })),
  ({ flutter_inappwebview: view }) => view && ((message) => view.callHandler('clearway', message)),
];

/** Who takes what was drawn: the program around the web view, the page around the frame, the page that opened this one. */
export function takersOf(page: Window): Send[] {
  const embedded = bridges.flatMap((bridge) => bridge(page) ?? []);
  const pages = [page.parent, page.opener].filter(
    (other): other is Window => other !== null && other !== undefined && other !== page,
  );
  // Only the page that led here learns of it: its origin is the referrer's, or our own.
  const origin = originOf(page.document.referrer) ?? page.location.origin;
  return [
    ...embedded,
    ...pages.map(
      (other): Send =>
        (message) =>
          other.postMessage(message, origin),
    ),
  ];
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
