/**
 * Stands for the decoders of compressed models that `cesium` imports (see vite.config.ts): our models are plain glTF, and
 * WebAssembly would need an exception in the content security policy.
 */
const refuse = (): never => {
  throw new Error('compressed models are not read');
};

export const MeshoptDecoder = { ready: Promise.resolve(), supported: false, decodeGltfBuffer: refuse };
export const loadSpz = refuse;
