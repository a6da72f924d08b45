/** Flights' dossiers: what other folders may use. */
export { createEvidenceService } from './evidence.ts';
