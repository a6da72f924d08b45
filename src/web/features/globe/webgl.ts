/** How a browser draws in three dimensions: on a graphics card, in software, which takes its time, or not at all. */
export type Webgl = 'card' | 'software' | 'none';

export function webglOf(): Webgl {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  if (!context) return 'none';
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  // A browser has only so many.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer) ? 'software' : 'card';
}
