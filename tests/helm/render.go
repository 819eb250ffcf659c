// Renders a chart as `helm template` does (helm.sh/docs/chart_template_guide), from Debian's Go packages: text/template,
// sprig, and what Helm adds to them. Prints one JSON object, template -> text.
//
//	render CHART RELEASE NAMESPACE [VALUES.yaml...]
//
// Left out, because the chart has none: dependencies, hooks, lookup, .Files, CRDs. The schema of the values is the test's.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type values = map[string]interface{}

// Puts the second over the first, map by map; null removes, as in Helm.
func merge(under, over values) values {
	for key, value := range over {
		if value == nil {
			delete(under, key)
			continue
		}
		inner, isMap := value.(values)
		if old, wasMap := under[key].(values); isMap && wasMap {
			under[key] = merge(old, inner)
		} else {
			under[key] = value
		}
	}
	return under
}

func readYaml(path string, into interface{}) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.UnmarshalStrict(text, into)
}

func functions(all *template.Template) template.FuncMap {
	found := sprig.TxtFuncMap()
	// Helm takes them away.
	delete(found, "env")
	delete(found, "expandenv")
	found["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	found["fromYaml"] = func(text string) (values, error) {
		made := values{}
		return made, yaml.Unmarshal([]byte(text), &made)
	}
	found["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	found["tpl"] = func(text string, data interface{}) (string, error) {
		one, err := template.Must(all.Clone()).New("tpl").Parse(text)
		if err != nil {
			return "", err
		}
		var said bytes.Buffer
		err = one.Execute(&said, data)
		return said.String(), err
	}
	found["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	return found
}

func render(folder, release, namespace string, files []string) (map[string]string, error) {
	var chart struct {
		Name, Version, AppVersion, Type, Description, KubeVersion, APIVersion string
	}
	if err := readYaml(filepath.Join(folder, "Chart.yaml"), &chart); err != nil {
		return nil, err
	}
	given := values{}
	for _, file := range append([]string{filepath.Join(folder, "values.yaml")}, files...) {
		more := values{}
		if err := readYaml(file, &more); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		given = merge(given, more)
	}
	data := values{
		"Values":       given,
		"Chart":        chart,
		"Release":      values{"Name": release, "Namespace": namespace, "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
		"Capabilities": values{"KubeVersion": values{"Version": "v1.30.0", "Major": "1", "Minor": "30"}},
	}
	// A value that is not there is empty in Helm, and a mistake here.
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	names, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(name)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasPrefix(base, "_") {
			continue
		}
		var text bytes.Buffer
		data["Template"] = values{"Name": base, "BasePath": chart.Name + "/templates"}
		if err := all.ExecuteTemplate(&text, base, data); err != nil {
			return nil, err
		}
		if strings.Contains(text.String(), "<no value>") {
			return nil, fmt.Errorf("%s: a value is not there", base)
		}
		rendered[base] = text.String()
	}
	return rendered, nil
}

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "render CHART RELEASE NAMESPACE [VALUES.yaml...]")
		os.Exit(2)
	}
	rendered, err := render(os.Args[1], os.Args[2], os.Args[3], os.Args[4:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(rendered)
}
