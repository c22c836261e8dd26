import { afterAll } from 'vitest'
import { stopServerHosts } from './serverHost.ts'

afterAll(stopServerHosts)
