import { findWebKit } from '../../tools/engines.mjs'
import { testFlows } from './flows.ts'
import { openWebKit } from './webkit.ts'

const programs = findWebKit()

testFlows('WebKit', programs ? () => openWebKit(programs) : undefined)
