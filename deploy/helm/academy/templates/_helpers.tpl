{{/* The release's name, with the chart's if that does not have it. */}}
{{- define "academy.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What selects the pods of a process: (dict "root" $ "name" "auth"). */}}
{{- define "academy.selector" -}}
app.kubernetes.io/name: academy
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "academy.labels" -}}
{{ include "academy.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Ports of the services. */}}
{{- define "academy.ports" -}}
auth: 50051
catalog: 50052
enrollment: 50053
presence: 50054
{{- end -}}

{{/* The address of all ready pods of a service; callers balance and look at each one's health themselves. */}}
{{- define "academy.target" -}}
{{- $port := index (include "academy.ports" . | fromYaml) .name -}}
dns:///{{ include "academy.fullname" .root }}-{{ .name }}.{{ .root.Release.Namespace }}.svc.{{ .root.Values.clusterDomain }}:{{ $port }}
{{- end -}}

{{/* The address of each pod of presence. */}}
{{- define "academy.presences" -}}
{{- $port := index (include "academy.ports" . | fromYaml) "presence" -}}
{{- $set := printf "%s-presence" (include "academy.fullname" .) -}}
{{- $each := list -}}
{{- range until (int .Values.presence.replicas) -}}
{{- $each = append $each (printf "%s-%d.%s.%s.svc.%s:%v" $set . $set $.Release.Namespace $.Values.clusterDomain $port) -}}
{{- end -}}
{{- join "," $each -}}
{{- end -}}

{{/* Pods lie over zones and nodes, as far as there are some. */}}
{{- define "academy.spread" -}}
topologySpreadConstraints:
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "academy.selector" $ | nindent 8 }}
{{- end }}
{{- end -}}

{{/* The image, and what a process may do: nothing but its own. */}}
{{- define "academy.container" -}}
image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
workingDir: /opt/academy
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: POD_IP
    valueFrom:
      fieldRef:
        fieldPath: status.podIP
resources:
  {{- toYaml (index .root.Values .name).resources | nindent 2 }}
{{- end -}}

{{/* What all pods have. */}}
{{- define "academy.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{ include "academy.spread" . }}
{{- end -}}

{{/* Files of all: the data folder, the keys, temporary files. */}}
{{- define "academy.mounts" -}}
- name: data
  mountPath: /var/lib/academy
- name: keys
  mountPath: /var/lib/academy/keys
  readOnly: true
- name: tmp
  mountPath: /tmp
{{- end -}}

{{- define "academy.volumes" -}}
- name: data
  emptyDir:
    {{- with .space }}
    sizeLimit: {{ . }}
    {{- else }} {}
    {{- end }}
- name: keys
  secret:
    secretName: {{ .root.Values.keys.existingSecret }}
    defaultMode: 0440
- name: tmp
  emptyDir: {}
{{- end -}}

{{- define "academy.secretVolume" -}}
- name: {{ .volume }}
  secret:
    secretName: {{ .secret }}
    defaultMode: 0440
{{- end -}}

{{- define "academy.budget" -}}
{{- if gt (int (index .root.Values .name).replicas) 1 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "academy.fullname" .root }}-{{ .name }}
  labels:
    {{- include "academy.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "academy.selector" . | nindent 6 }}
{{- end }}
{{- end -}}
