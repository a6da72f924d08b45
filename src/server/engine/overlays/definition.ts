import { Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { definitionSchema, overlayField } from '#contract/overlay-definition.ts';
import type { OverlayDefinition, OverlayField } from '#domain/overlays/overlay.ts';

const ajv = new Ajv({ strict: false });
export const isDefinition = ajv.compile<OverlayDefinition>(definitionSchema);
export const isFieldList = ajv.compile<OverlayField[]>(Type.Array(overlayField));
